/** The part of Tesseract's WebAssembly build that is used. */
declare module 'tesseract.js-core/tesseract-core-simd.js' {
  export interface Tesseract {
    /** Returns 0, or -1 if the data can't be used. Engine 0 is the one that matches the shapes of characters. */
    Init(path: null, language: string, engine: 0): number
    SetVariable(name: string, value: string): boolean
    /** Reads `/input`. Returns 1 if it isn't a picture. */
    SetImageFile(orientation: 1, angle: 0): number
    Recognize(monitor: null): number
    GetUTF8Text(): string
    /** From 0 to 100. */
    MeanTextConf(): number
    Clear(): void
    ClearAdaptiveClassifier(): void
  }
  interface Module {
    TessBaseAPI: new () => Tesseract
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  }
  export default function load(options: Record<'TesseractProgress' | 'print' | 'printErr', () => void>): Promise<Module>
}
