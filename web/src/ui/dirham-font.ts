/** Where the one-glyph font cannot be had, the page says `AED` instead of showing an empty box. */
export function watchDirhamFont(root: HTMLElement = document.documentElement): void {
  if (!document.fonts?.load) return
  document.fonts.load('1em Dirham', '\u20c3').then(
    (faces) => {
      if (faces.length === 0) root.dataset['dirham'] = 'off'
    },
    () => {
      root.dataset['dirham'] = 'off'
    },
  )
}
