// Stands for the built web where only the API is tested.
export const render = async ({ url }) => ({ status: 200, html: `<!doctype html><title>${encodeURI(url)}</title>` })
