const TEXT =
	'This page has text that you did not send. It stays here, hidden, until you sign in again. None of it is stored: it is deleted when you leave or close this page.'

function make<Name extends 'h1' | 'p' | 'a' | 'div'>(
	name: Name,
	className: string,
	...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name)
	element.className = className
	element.append(...content)
	return element
}

/**
 * Hides a page with unsent text whose user logged out, and shows a message instead. Returns a function that shows the
 * page again.
 */
export function hidePage(onLeave: () => void): () => void {
	const signIn = make('a', 'btn btn-primary', 'Sign in in a new tab')
	signIn.href = '/auth'
	signIn.target = '_blank'
	const leave = make('a', 'btn btn-line', 'Delete the text and leave')
	leave.href = ''
	leave.addEventListener('click', (event) => {
		event.preventDefault()
		onLeave()
	})
	const heading = make('h1', 'text-title', 'You are logged out')
	const text = make('p', 'mt-3 mb-6 max-w-prose text-muted', TEXT)
	const notice = make('div', 'wrap py-16', heading, text, make('p', 'flex flex-wrap gap-3', signIn, leave))
	notice.setAttribute('role', 'alert')
	const parts = [...document.body.children].filter(
		(part): part is HTMLElement => part instanceof HTMLElement && !part.hidden,
	)
	const { title } = document
	for (const part of parts) part.hidden = true
	document.body.hidden = false
	document.title = 'You are logged out'
	document.body.append(notice)
	return () => {
		notice.remove()
		document.title = title
		for (const part of parts) part.hidden = false
	}
}
