declare module '@dirham/font.woff2?url' {
  const url: string
  export default url
}
