// Style sheets and fonts mean nothing to jsdom.
export default ''
