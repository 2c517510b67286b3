import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TrackSlider } from './TrackSlider.tsx'

it('renders a slider with a value before hydration', () => {
	document.body.innerHTML = renderToString(
		<TrackSlider
			label="Volume"
			valueText="80 percent"
			value={0.8}
			max={1}
			step={0.01}
			onChange={() => {}}
			rangeClass=""
		/>,
	)
	const thumb = document.querySelector('[role=slider]')
	expect(thumb?.getAttribute('aria-valuenow')).toBe('0.8')
	expect(thumb?.getAttribute('tabindex')).toBe('0')
	// The library hides the thumb until hydration; src/styles/members/player.css shows it, based on these two styles.
	expect(thumb?.getAttribute('style')).toContain('none')
	expect(document.querySelector('[data-slider]')?.getAttribute('style')).toContain('--slider-at:0.8')
})
