import { $user, STORED_USER_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { DRAFT_PREFIX, storeDraft } from '#src/lib/forms/draft-storage.ts'

// A course page is the same file for everyone. The browser remembers the ids of the member's courses, to show the
// layout for enrolled members at the first paint, so that nothing moves when the server responds.

const STORAGE_NAME = 'enrolled'

/** Remembers the ids of the viewer's courses until signing out. */
export function rememberEnrolled(ids: readonly string[]): void {
	const viewer = $user.get() ?? storedUser()
	if (viewer) storeDraft(`${STORAGE_NAME}:${viewer.id}`, ids.join(' '))
}

/** Shows the layout of a course page for enrolled members, or the one for everyone else. */
export const showEnrolled = (isEnrolled: boolean) =>
	document.documentElement.toggleAttribute('data-enrolled', isEnrolled)

/**
 * Runs in the head of a course page, after `early-auth.ts`. The course id is an attribute of its element, because the
 * script must be the same on every page: the Content-Security-Policy allows it by its hash.
 */
export const earlyEnrolledScript = `(function(d,l){try{l=localStorage;if(d.auth!=="visitor"&&l.getItem("${DRAFT_PREFIX}${STORAGE_NAME}:"+JSON.parse(l.getItem("${STORED_USER_KEY}")).id).split(" ").includes(document.currentScript.dataset.course))d.enrolled=""}catch(e){}})(document.documentElement.dataset)`
