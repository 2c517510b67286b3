/**
 * Returns the contents of text nodes that React keeps references to (`src/lib/islands/jsx-runtime.ts`). Also runs in
 * the page of a browser test, so it must not use anything outside of this function.
 */
export function reactTexts(): string[] {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	const kept: string[] = []
	while (texts.nextNode()) {
		const { currentNode: text } = texts
		const isKept = Object.keys(text).some((key) => key.startsWith('__reactFiber'))
		if (isKept && text.nodeValue?.trim()) kept.push(text.nodeValue)
	}
	return kept
}
