import type { ComponentType } from 'react'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { typeNamed } from '../types/registry.ts'
import { worksheetsOf } from '../worksheets.ts'
import type { ViewProps } from './reading-state.ts'
import { WorksheetList } from './WorksheetList.tsx'

const views = import.meta.glob<ComponentType<ViewProps>>('../types/*/View.tsx', { eager: true, import: 'View' })

/** What a module's type shows besides its content. A type that this release does not know shows nothing more. */
export function ModuleView({ module, ...rest }: ViewProps) {
	const known = typeNamed(module.type)
	const View = known && views[`../types/${module.type}/View.tsx`]
	// The page around shows them where it shows the content.
	const files = module.content !== undefined && known && (
		<WorksheetList moduleTitle={module.title} files={worksheetsOf(module.additionalContent)} />
	)
	return (
		<>
			{module.content && <ModuleContent module={module} content={module.content} />}
			{/* As on the page of the course: what is handed out comes before what there is to do. */}
			{known?.isActivity && files}
			{View && <View module={module} {...rest} />}
			{!known?.isActivity && files}
		</>
	)
}

/** The content as the type has it: rich text, or of an unknown type as it is. */
function ModuleContent({ module, content }: { module: ViewProps['module']; content: string }) {
	return typeNamed(module.type) ? <RichText html={content} /> : <pre className="raw-content">{content}</pre>
}
