import { atom } from 'nanostores'

/** Sent to the window when something begins to play, for whoever has to bring the bar. */
export const PLAYING_EVENT = 'second-chair:playing'

/** Sent to the window when a link of the page asks to be heard from a second: wakes the player of the page. */
export const LISTEN_EVENT = 'second-chair:listen'

/** The second that was asked for, until the player has begun there. */
export const $asked = atom<number | undefined>(undefined)
