/** The list of all episodes. */
export const PODCAST_PATH = '/podcast'

/** Returns the path of an episode's page. */
export const episodePath = (slug: string) => `${PODCAST_PATH}/${slug}`

/** Episodes per page of the list. */
export const PER_PAGE = 50

/** Returns the path of a page of the list. The first page's path has no number. */
export const listPath = (page: number) => (page <= 1 ? PODCAST_PATH : `${PODCAST_PATH}/page/${page}`)

/** Files next to an episode's page. */
export const FILES = { vtt: 'transcript.vtt', text: 'transcript.txt', chapters: 'chapters.json' } as const
