import { hexOf } from '#src/lib/colour.ts'
import { type OwnColours, ownPalette, unreadable } from '#src/lib/look.ts'
import { palette } from '../../../../../tailwind.config.mjs'

const schemes = [
	['light', 'By day'],
	['dark', 'In the dark'],
] as const

/** A colour as far as it may be saved. */
const readable = (text: string, scheme: 'light' | 'dark') =>
	text.trim() !== '' && unreadable(text, scheme) === undefined ? (hexOf(text) ?? '') : ''

/** How button and link look in both schemes, in the colours that are being chosen. */
export function LookPreview({ primary, primaryDark, accent, accentDark }: OwnColours) {
	const own = ownPalette({
		primary: readable(primary, 'light'),
		primaryDark: readable(primaryDark, 'dark'),
		accent: readable(accent, 'light'),
		accentDark: readable(accentDark, 'dark'),
	})
	return (
		<div className="setting-pair">
			{schemes.map(([scheme, title]) => {
				const colours = { ...palette[scheme], ...own[scheme] }
				return (
					<div
						key={scheme}
						className="setting-look"
						style={{ background: colours.paper, borderColor: colours.rule, color: colours.ink }}
					>
						<p>{title}</p>
						<p>
							<span
								className="setting-look-button"
								style={{ background: colours.primary, color: colours['on-primary'] }}
							>
								A button
							</span>
							<span style={{ color: colours['brass-text'] }}>An accent</span>
						</p>
					</div>
				)
			})}
		</div>
	)
}
