// What decides where a line of a text area breaks, and how high it is.
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
 * How far below the top of its positioned parent the line of a text area ends that has `caret` in it, in pixels.
 * Browsers do not tell; a hidden copy of the text does. On a phone the keyboard hides what is below the field.
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
