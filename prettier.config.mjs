export default {
  plugins: ['@prettier/plugin-oxc'],
  semi: false,
  singleQuote: true,
  printWidth: 120,
  trailingComma: 'all',
}
