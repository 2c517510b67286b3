import type { ComponentType } from 'react'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { findType } from '../types/registry.ts'
import { worksheetsOf } from '../worksheets.ts'
import type { ViewProps } from './reading-state.ts'
import { WorksheetList } from './WorksheetList.tsx'

const views = import.meta.glob<ComponentType<ViewProps>>('../types/*/View.tsx', { eager: true, import: 'View' })

/**
 * Shows a module: its content, its files and the view of its type. For an unknown type, shows only the raw content.
 * @param below level of the heading above the content.
 */
export function ModuleView({ module, below, ...rest }: ViewProps & { below?: number }) {
	const known = findType(module.type)
	const View = known && views[`../types/${module.type}/View.tsx`]
	// If the content is absent, the surrounding page shows content and files.
	const files = module.content !== undefined && known && (
		<WorksheetList moduleTitle={module.title} files={worksheetsOf(module.additionalContent)} />
	)
	return (
		<>
			{module.content &&
				(known ? (
					<RichText html={module.content} below={below} />
				) : (
					<pre className="raw-content">{module.content}</pre>
				))}
			{/* Same order as on the course page: files before activities. */}
			{known?.isActivity && files}
			{View && <View module={module} {...rest} />}
			{!known?.isActivity && files}
		</>
	)
}
