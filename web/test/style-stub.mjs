// Replaces style sheets and fonts, which jsdom doesn't use.
export default ''
