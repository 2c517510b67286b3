// Names that scripts of different files share. As types: a value would be a further file that every public page loads.

/** Sent to the document once the palette is there, with the letters that were typed meanwhile. */
export type OpenPalette = 'open-palette'

/** Where this device keeps that `/` opens no search: a single key may be in the way of who speaks to their computer. */
export type SlashKey = 'second-chair:search-slash'
