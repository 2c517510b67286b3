import { hexOf } from '#src/lib/site/color.ts'
import { type OwnColors, ownPalette, unreadable } from '#src/lib/site/theme.ts'
import { palette } from '../../../../../tailwind.config.mjs'

const schemes = [
	['light', 'Light mode'],
	['dark', 'Dark mode'],
] as const

/** Returns the color if its contrast allows it to be saved. */
const readable = (text: string, scheme: 'light' | 'dark') =>
	text.trim() !== '' && unreadable(text, scheme) === undefined ? (hexOf(text) ?? '') : ''

export function ThemePreview({ primary, primaryDark, accent, accentDark }: OwnColors) {
	const own = ownPalette({
		primary: readable(primary, 'light'),
		primaryDark: readable(primaryDark, 'dark'),
		accent: readable(accent, 'light'),
		accentDark: readable(accentDark, 'dark'),
	})
	return (
		<div className="setting-pair">
			{schemes.map(([scheme, title]) => {
				const colors = { ...palette[scheme], ...own[scheme] }
				return (
					<div
						key={scheme}
						className="setting-theme"
						style={{ background: colors.paper, borderColor: colors.rule, color: colors.ink }}
					>
						<p>{title}</p>
						<p>
							<span
								className="setting-theme-button"
								style={{ background: colors.primary, color: colors['on-primary'] }}
							>
								A button
							</span>
							<span style={{ color: colors['brass-text'] }}>An accent</span>
						</p>
					</div>
				)
			})}
		</div>
	)
}
