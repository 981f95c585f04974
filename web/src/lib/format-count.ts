export { formatCount } from '@hissa/texts'
