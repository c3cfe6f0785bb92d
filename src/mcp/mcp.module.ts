import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { McpEndpoint } from './mcp.endpoint.js';
import { ToolRegistry } from './tool.registry.js';

/** Serves the tools of all features to agents. */
@Module({
  imports: [DiscoveryModule],
  providers: [ToolRegistry, McpEndpoint],
})
export class McpModule {}
