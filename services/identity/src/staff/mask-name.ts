/** Returns the first letter of each word of a name, such as `F. A. M.`, for lists. Pure. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]!}.`)
    .join(' ')
