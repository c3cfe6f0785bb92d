import { AgentTools, type AgentToolSet, type ResourceTemplate } from '../common/tool.js';
import { ItemsService } from './items.service.js';

/** MCP resource of a knowledge item. */
@AgentTools()
export class ItemsTools implements AgentToolSet {
  readonly tools = [];

  readonly resources: readonly ResourceTemplate[] = [
    {
      uriTemplate: 'heartwood://item/{id}',
      name: 'item',
      title: 'Knowledge item',
      description: 'A knowledge item as it is put into a prompt, with the learnings from earlier failures.',
      mimeType: 'text/plain',
      read: async ({ namespace }, id) => {
        const item = await this.items.findItem(namespace, id);
        return item && this.items.formatItem(namespace, item);
      },
    },
  ];

  constructor(private readonly items: ItemsService) {}
}
