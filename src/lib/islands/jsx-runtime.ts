import type { ReactElement, JSX as ReactJSX, ReactNode } from 'react'
import * as runtime from 'react/jsx-runtime'

// The JSX runtime of all islands (`jsxImportSource`). A browser's translator replaces text nodes with its own elements,
// or moves text nodes into them. React then crashes when it removes such text or inserts an element before it, and its
// updates go to a node that is no longer on the page. React keeps no node for text that is an only child, so this
// runtime makes all text an only child (docs/decisions/015-islands.md).

export type { ReactJSX as JSX }
export const { Fragment } = runtime

type Props = { children?: ReactNode }
type Type = Parameters<typeof runtime.jsx>[0]

let isTranslated = false

/** Lets React hydrate elements whose text differs from the rendered text. */
export const expectTranslatedText = (): void => {
	isTranslated = true
}

/** Returns the text of a child that renders only text or nothing; undefined if it contains elements. */
function textOf(child: ReactNode): string | undefined {
	if (child == null || typeof child === 'boolean') return ''
	if (Array.isArray(child)) {
		const texts = child.map(textOf)
		return texts.includes(undefined) ? undefined : texts.join('')
	}
	return typeof child === 'string' || typeof child === 'number' ? String(child) : undefined
}

/** Wraps text, but not whitespace, which translators ignore and whose wrapper would be an item of a flex container. */
const wrap = (text: string, key: string): ReactNode =>
	text.trim() === '' ? text : runtime.jsx('span', { children: text, suppressHydrationWarning: isTranslated }, key)

/**
 * Wraps each run of text between elements in a `span`. Other children keep their index, which is their identity in
 * React.
 */
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

// Also wrap the children of components: library components render them outside of this runtime.
const wrapTextsIn =
	(create: Create): Create =>
	(type, props, key) => {
		const children = withWrappedTexts(type, props.children)
		const elementProps = isTranslated && typeof type === 'string' ? { ...props, suppressHydrationWarning: true } : props
		if (children === props.children) return create(type, elementProps, key)
		return (Array.isArray(children) ? create : runtime.jsx)(type, { ...elementProps, children }, key)
	}

export const jsx = wrapTextsIn(runtime.jsx as Create)
export const jsxs = wrapTextsIn(runtime.jsxs as Create)

/** Variant for development and tests. */
export const jsxDEV = (type: Type, props: Props, key: string | undefined, hasStaticChildren: boolean): ReactElement =>
	(hasStaticChildren ? jsxs : jsx)(type, props, key)
