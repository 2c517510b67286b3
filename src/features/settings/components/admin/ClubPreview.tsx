import { chair } from '#src/components/ui/chair.ts'
import { hexOf } from '#src/lib/theme/color.ts'
import { type OwnColors, ownPalette, unreadable } from '#src/lib/theme/theme.ts'
import { palette } from '../../../../../tailwind.config.mjs'

const schemes = [
	['light', 'Light mode'],
	['dark', 'Dark mode'],
] as const

/** Returns the color if its contrast is high enough to be saved, otherwise an empty string. */
const ifReadable = (text: string, scheme: 'light' | 'dark') =>
	text.trim() !== '' && unreadable(text, scheme) === undefined ? (hexOf(text) ?? '') : ''

type Props = OwnColors & {
	name: string
	tagline: string
	/** URL of an image, possibly incomplete while being typed. */
	logo: string
}

/** Previews name, logo and colors as typed, in light and dark mode. */
export function ClubPreview({ name, tagline, logo, primary, primaryDark, accent, accentDark }: Props) {
	const ownColors = ownPalette({
		primary: ifReadable(primary, 'light'),
		primaryDark: ifReadable(primaryDark, 'dark'),
		accent: ifReadable(accent, 'light'),
		accentDark: ifReadable(accentDark, 'dark'),
	})
	return (
		<section className="settings-preview" aria-label="Preview">
			{schemes.map(([scheme, title]) => {
				const colors = { ...palette[scheme], ...ownColors[scheme] }
				return (
					<div
						key={scheme}
						className="setting-theme"
						style={{ background: colors.paper, borderColor: colors.rule, color: colors.ink }}
					>
						<p style={{ color: colors.muted }}>{title}</p>
						<p className="setting-theme-name">
							<Logo key={logo} src={logo.trim()} first={colors.ink} second={colors.brass} />
							<strong dir="auto">{name}</strong>
						</p>
						{tagline.trim() && <p dir="auto">{tagline}</p>}
						<p className="setting-theme-marks">
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
		</section>
	)
}

/** The club's logo, or the product's logo as a fallback. */
function Logo({ src, first, second }: { src: string; first: string; second: string }) {
	if (/^(https:\/\/[^/]+\/|\/[^/])/.test(src))
		return <img className="mark" src={src} alt="" referrerPolicy="no-referrer" />
	return (
		<svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
			{[first, second].map((color, at) => (
				<g key={color} style={{ stroke: color }} transform={at === 0 ? undefined : 'translate(18)'}>
					<path d={chair.outline} />
					<path className="mark-seat" d={chair.seat} />
				</g>
			))}
		</svg>
	)
}
