import { findType, labelOf } from './registry.ts'

/** Returns the non-empty values of the data with their paths, such as `questions.0.options.1`. */
function leavesOf(value: unknown, path = ''): Array<[path: string, value: unknown]> {
	if (typeof value !== 'object' || value === null)
		return value === undefined || value === null || value === '' ? [] : [[path, value]]
	return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path ? `${path}.${name}` : name))
}

/** Returns a type and its data as lines with the form's labels, to compare versions. */
export function dataText(type: string, data: unknown): string {
	const known = findType(type)
	const lines = leavesOf(data).map(
		([path, value]) => `${known?.fieldLabel?.(path) ?? path}: ${known?.valueText?.(path, value) ?? String(value)}`,
	)
	return [labelOf(type), ...lines].join('\n')
}
