// Replaces the built web where only the API is tested.
const html = ({ url }) => `<!doctype html><title>${encodeURI(url)}</title>`
export const render = async (request) => ({ status: 200, html: html(request) })
export const renderShell = (request) => ({ status: 200, html: html(request) })
export const site = { pages: ['/', '/properties', '/about'], closed: ['/staff', '/investor-dashboard'] }
