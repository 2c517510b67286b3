/** A name alone: a wildcard or a path would open the policy of the pages unseen. */
const NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,62}\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

/** The hosts of `VIDEO_FRAME_HOSTS`, and what in it is none. */
export function parseFrameHosts(list: string | undefined): { hosts: string[]; wrong: string[] } {
	const names = new Set((list ?? '').split(',').map((name) => name.trim().toLowerCase()))
	const given = [...names].filter(Boolean)
	return { hosts: given.filter((name) => NAME.test(name)), wrong: given.filter((name) => !NAME.test(name)) }
}

/**
 * Hosts besides YouTube and Vimeo whose players may stand in a frame. For pages, which a build renders too: that has
 * not all settings of a server, so that `env()` would refuse.
 */
export const videoFrameHosts = () => parseFrameHosts(process.env.VIDEO_FRAME_HOSTS).hosts
