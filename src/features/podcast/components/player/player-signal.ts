import { atom } from 'nanostores'

/** Sent to the window when playback starts, to load the bar. */
export const PLAYING_EVENT = 'second-chair:playing'

/** Sent to the window when a link starts playback at a given second: hydrates the page's player. */
export const LISTEN_EVENT = 'second-chair:listen'

/** The requested second, until playback starts there. */
export const $requestedSecond = atom<number | undefined>(undefined)
