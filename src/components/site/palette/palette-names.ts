// Names shared by scripts in different files. Types only, because a value would add another file to every public page.

/** Event on the document that opens the palette, once it is loaded. */
export type OpenPalette = 'open-palette'

export interface PaletteOpening {
	/** The letters typed before the palette opened; a newline means Enter. */
	typed: string
	/** Loads the script in the template that matches this selector. */
	load(template: string): Promise<unknown>
}

/** Event on the document that plays the episode with the slug in its detail, once the script for it is loaded. */
export type PlayEpisode = 'play-episode'

/** Storage key of the setting that turns `/` off: a single-key shortcut can interfere with speech input. */
export type SlashKey = 'search-slash'
