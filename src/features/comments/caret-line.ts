// Styles that determine line breaks and line heights in a text area.
const LAYOUT_STYLES = [
	'width',
	'font',
	'letter-spacing',
	'word-spacing',
	'line-height',
	'padding',
	'border',
	'box-sizing',
	'tab-size',
]

/**
 * Measures the bottom of the line with `caret`, in pixels from the top of the positioned parent. Browsers have no API
 * for this, so it lays out a hidden copy. On a phone, the keyboard hides everything below the field.
 */
export function caretLineBottom(area: HTMLTextAreaElement, caret: number): number {
	const copy = document.createElement('div')
	const style = getComputedStyle(area)
	for (const name of LAYOUT_STYLES) copy.style.setProperty(name, style.getPropertyValue(name))
	copy.style.position = 'absolute'
	copy.style.visibility = 'hidden'
	copy.style.whiteSpace = 'pre-wrap'
	copy.style.overflowWrap = 'break-word'
	copy.textContent = area.value.slice(0, caret)
	const marker = document.createElement('span')
	marker.textContent = '@'
	copy.append(marker)
	area.after(copy)
	const bottom = marker.offsetTop + marker.offsetHeight - area.scrollTop
	copy.remove()
	return area.offsetTop + Math.min(Math.max(bottom, 0), area.offsetHeight)
}
