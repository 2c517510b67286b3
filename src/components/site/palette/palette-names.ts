// Names shared by scripts of different files. Types only: a value would be another file on every public page.

/** Event on the document once the palette is loaded, with the letters typed until then; a newline means Enter. */
export type OpenPalette = 'open-palette'

/** Storage key of the setting that turns `/` off: a single-key shortcut can interfere with speech input. */
export type SlashKey = 'search-slash'
