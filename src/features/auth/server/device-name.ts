// Order matters: most browsers also claim to be other browsers.
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]
const systems: ReadonlyArray<readonly [RegExp, string]> = [
	[/iPhone/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/CrOS/, 'ChromeOS'],
	[/Macintosh|Mac OS X/, 'Mac'],
	[/Linux/, 'Linux'],
]

const first = (list: typeof browsers, text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Returns a name for a browser that its owner recognizes, such as `Firefox on Windows`. */
export function deviceName(userAgent: string): string {
	const browser = first(browsers, userAgent)
	const system = first(systems, userAgent)
	if (browser && system) return `${browser} on ${system}`
	return browser ?? system ?? 'An unknown device'
}
