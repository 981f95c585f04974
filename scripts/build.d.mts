export function build(packages?: string[]): Promise<number>
