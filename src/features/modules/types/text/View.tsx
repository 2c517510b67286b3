/** All of a text module is in its content, which the module shows for every type. */
export function View() {
	return null
}
