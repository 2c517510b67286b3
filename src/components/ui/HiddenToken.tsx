import { useCsrfToken } from '#src/lib/use-csrf-token.ts'

/** The security token as a hidden field of a form, when one is available (docs/product.md, Calls and their errors). */
export function HiddenToken() {
	const { token } = useCsrfToken()
	return token && <input type="hidden" name="_csrf" value={token} />
}
