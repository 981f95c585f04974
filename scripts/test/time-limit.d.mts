export function reasonNotToStart(startsUntil: string | undefined, nowMs?: number): string | undefined
