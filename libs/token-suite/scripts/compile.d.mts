export const settings: object
export function compile(): { files: Record<string, string>; sizes: Record<string, number>; warnings: string[] }
