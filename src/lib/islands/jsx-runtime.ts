import type { ReactElement, JSX as ReactJSX, ReactNode } from 'react'
import * as runtime from 'react/jsx-runtime'

// The JSX of all islands (`jsxImportSource`). A browser's translator replaces each text node by elements of its own, or
// puts it into them. React then fails where it inserts an element before such a text or removes it, and the island is
// gone; and it writes a new text into a node that is no longer in the page. Of a text that is the only child of its
// element React keeps no node, so each text here is one: docs/decisions/015-islands.md.

export type { ReactJSX as JSX }
export const { Fragment } = runtime

type Props = { children?: ReactNode }
type Type = Parameters<typeof runtime.jsx>[0]

let isTranslated = false

/** Lets React take over server-rendered elements whose text differs from what it would render. */
export const expectTranslatedText = (): void => {
	isTranslated = true
}

/** The text of a child that renders as text or as nothing; undefined if it has elements. */
function textOf(child: ReactNode): string | undefined {
	if (child == null || typeof child === 'boolean') return ''
	if (Array.isArray(child)) {
		const texts = child.map(textOf)
		return texts.includes(undefined) ? undefined : texts.join('')
	}
	return typeof child === 'string' || typeof child === 'number' ? String(child) : undefined
}

/** Translators leave blanks alone, and in a flex container an element around them would be an item. */
const wrap = (text: string, key: string): ReactNode =>
	text.trim() === '' ? text : runtime.jsx('span', { children: text, suppressHydrationWarning: isTranslated }, key)

/** Puts each run of texts between elements into one `span`. All other children keep their index, by which React knows them. */
function wrapTexts(children: readonly ReactNode[]): ReactNode[] {
	const wrapped: ReactNode[] = []
	let run: { at: number; text: string } | undefined
	const endRun = () => {
		if (run) wrapped[run.at] = wrap(run.text, `text ${run.at}`)
		run = undefined
	}
	for (const [at, child] of children.entries()) {
		const text = textOf(child)
		wrapped.push(null)
		if (text === undefined) {
			endRun()
			wrapped[at] = Array.isArray(child) ? wrapTexts(child) : child
		} else if (run) run.text += text
		else if (text !== '') run = { at, text }
	}
	endRun()
	return wrapped
}

function withWrappedTexts(type: Type, children: ReactNode): ReactNode {
	const text = textOf(children)
	if (text === undefined) return Array.isArray(children) ? wrapTexts(children) : children
	if (text === '') return children
	return type === Fragment ? wrap(text, 'text') : text
}

type Create = (type: Type, props: Props, key?: string) => ReactElement

// Components get theirs wrapped as well: those of a library hand them on past this runtime.
const creating =
	(create: Create): Create =>
	(type, props, key) => {
		const children = withWrappedTexts(type, props.children)
		const given = isTranslated && typeof type === 'string' ? { ...props, suppressHydrationWarning: true } : props
		if (children === props.children) return create(type, given, key)
		return (Array.isArray(children) ? create : runtime.jsx)(type, { ...given, children }, key)
	}

export const jsx = creating(runtime.jsx as Create)
export const jsxs = creating(runtime.jsxs as Create)

/** What development and tests call instead. */
export const jsxDEV = (type: Type, props: Props, key: string | undefined, hasStaticChildren: boolean): ReactElement =>
	(hasStaticChildren ? jsxs : jsx)(type, props, key)
