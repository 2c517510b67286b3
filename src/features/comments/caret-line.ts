// Styles that determine line breaks and line heights in a text area.
const SHAPE = [
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
export function caretLineEnd(area: HTMLTextAreaElement, caret: number): number {
	const copy = document.createElement('div')
	const style = getComputedStyle(area)
	for (const name of SHAPE) copy.style.setProperty(name, style.getPropertyValue(name))
	copy.style.position = 'absolute'
	copy.style.visibility = 'hidden'
	copy.style.whiteSpace = 'pre-wrap'
	copy.style.overflowWrap = 'break-word'
	copy.textContent = area.value.slice(0, caret)
	const end = document.createElement('span')
	end.textContent = '@'
	copy.append(end)
	area.after(copy)
	const below = end.offsetTop + end.offsetHeight - area.scrollTop
	copy.remove()
	return area.offsetTop + Math.min(Math.max(below, 0), area.offsetHeight)
}
