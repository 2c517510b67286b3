/** A text module has nothing besides its content. */
export function Editor() {
	return null
}
