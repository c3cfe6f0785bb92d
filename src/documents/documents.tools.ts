import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { contentOf } from './content.js';
import { IngestDocumentArgs } from './documents.inputs.js';
import { DocumentReport } from './documents.model.js';
import { DocumentsService } from './documents.service.js';

@AgentTools()
export class DocumentsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'document_ingest',
      title: 'Ingest a document',
      description:
        'Brings a whole document in (Markdown, HTML, text, PDF, DOCX, PPTX, XLSX, CSV, source code), cut into pieces that searches find and contexts quote with their place. Ingesting it again follows its changes; an unchanged one writes nothing. Chunks with what looks like a secret are left out.',
      input: IngestDocumentArgs,
      output: DocumentReport,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, { document }) => this.documents.ingest(caller, contentOf(document), document),
    }),
  ];

  constructor(private readonly documents: DocumentsService) {}
}
