import { Module } from '@nestjs/common';
import { GuideController } from './guide.controller.js';

/** Pages for people who look into the graph. */
@Module({ controllers: [GuideController] })
export class ExplorerModule {}
