export { ReadIncome } from './read-income.js'
