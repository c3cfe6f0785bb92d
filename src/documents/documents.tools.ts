import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { contentOf } from './content.js';
import { IngestDocumentArgs } from './documents.inputs.js';
import { IngestedDocument } from './documents.model.js';
import { DocumentsService } from './documents.service.js';

@AgentTools()
export class DocumentsTools implements AgentToolSet {
  constructor(private readonly documents: DocumentsService) {}

  readonly tools = [
    defineTool({
      name: 'document_ingest',
      role: 'writer',
      title: 'Ingest a document',
      description:
        'Reads a document (Markdown, MDX, HTML, reStructuredText, notebook, text, PDF, DOCX, PPTX, XLSX, CSV, source code), cuts it into chunks and stores the chunks as pieces of knowledge, which knowledge_search and knowledge_context find and cite. Pass its text as content, or its bytes as base64. If the source was ingested before, changed chunks are updated; if the document did not change, nothing is written. Secrets are cut out of it; the answer lists their places.',
      input: IngestDocumentArgs,
      output: IngestedDocument,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, { document }) => this.documents.ingest(caller, contentOf(document), document),
    }),
  ];
}
