/** Returns a tag for regular expressions with these flags: it needs no doubled backslashes. */
export const pattern =
	(flags: string) =>
	(source: TemplateStringsArray, ...parts: readonly string[]): RegExp =>
		new RegExp(String.raw(source, ...parts), flags)
