/** The effect on a text node, which is replaced, as in Chrome, or moved into the translator's elements. */
export type Translation = 'replaced' | 'wrapped'

/**
 * Modifies a page like a browser's translator by wrapping each text node, including later ones, in two `font` elements.
 * Also runs in the page of a browser test, so it must not use anything outside of this function.
 */
export function translatePage(translation: Translation): void {
	const LEFT_ALONE = 'font, script, style, textarea, code, pre, [translate=no]'
	function translate(text: Node): void {
		const parent = text.parentElement
		if (!parent || !text.nodeValue?.trim() || parent.closest(LEFT_ALONE)) return
		const outer = document.createElement('font')
		const inner = outer.appendChild(document.createElement('font'))
		parent.replaceChild(outer, text)
		if (translation === 'wrapped') inner.append(text)
		else inner.textContent = `${text.nodeValue}·`
	}
	function translateAll(root: Node): void {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
		const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
		while (walker.nextNode()) texts.push(walker.currentNode)
		for (const text of texts) translate(text)
	}
	translateAll(document.body)
	new MutationObserver((changes) => {
		for (const { type, target, addedNodes } of changes) {
			if (type === 'characterData') translate(target)
			addedNodes.forEach(translateAll)
		}
	}).observe(document.body, { childList: true, subtree: true, characterData: true })
}
