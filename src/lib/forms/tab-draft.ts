import { $user, storedUser } from '../api/auth-state.ts'
import type { FormDraft } from './form-text.ts'

/**
 * Returns the draft options of a small form, such as a dialog's. Its text survives Back and a reload in this tab, until
 * the form is sent or closed.
 * @param name must identify the edited item, so that its text does not appear in the form of another item.
 */
export function tabDraft(name: string): { key: string | undefined; place: 'tab' } {
	const user = $user.get() ?? storedUser()
	return { key: user ? `${user.id}:${name}` : undefined, place: 'tab' } satisfies FormDraft
}
