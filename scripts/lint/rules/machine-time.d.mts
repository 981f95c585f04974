interface Forbidden {
  name: string
  message: string
}

export const timePorts: string[]
export const machineTime: {
  globals: Forbidden[]
  imports: Forbidden[]
  syntax: { selector: string; message: string }[]
}
