/** Returns a template tag for regular expressions with these flags, so that backslashes need not be doubled. */
export const pattern =
	(flags: string) =>
	(source: TemplateStringsArray, ...parts: readonly string[]): RegExp =>
		new RegExp(String.raw(source, ...parts), flags)
