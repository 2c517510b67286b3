// Names that scripts of different files share. As types: a value would be a further file that every public page loads.

/** Sent to the document once the palette is there, with the letters that were typed meanwhile, as a line where they were sent. */
export type OpenPalette = 'open-palette'

/** Under what this device keeps, as it does drafts, that `/` opens no search: a single key may be in the way of who speaks to their computer. */
export type SlashKey = 'search-slash'
