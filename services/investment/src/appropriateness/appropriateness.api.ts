export { passOf, pauseOf, type Standing, stateOf } from './attempt.js'
export { paused } from './answer-questions.js'
export { QuizStore } from './quiz.store.js'
export { StandingStore } from './standing.store.js'
