/** The list of all episodes. */
export const PODCAST_PATH = '/podcast'

/** The page of an episode. */
export const episodePath = (slug: string) => `${PODCAST_PATH}/${slug}`

/** Episodes on a page of the list. */
export const PER_PAGE = 50

/** A page of the list; the first has the short address. */
export const listPath = (page: number) => (page <= 1 ? PODCAST_PATH : `${PODCAST_PATH}/page/${page}`)

/** The files beside the page of an episode. */
export const FILES = { vtt: 'transcript.vtt', text: 'transcript.txt', chapters: 'chapters.json' } as const
