import { Field, Float, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Uses of knowledge whose trust lay in one range, and how many succeeded.' })
export class CalibrationBin {
  @Field(() => Float, { description: 'Lower bound of the bin, inclusive.' })
  readonly from!: number;

  @Field(() => Float, { description: 'Upper bound of the bin, exclusive; the last bin includes 1.' })
  readonly to!: number;

  @Field(() => Int, { description: 'Number of samples in the bin.' })
  readonly count!: number;

  @Field(() => Float, { nullable: true, description: 'Mean trust of its samples, in [0,1]; null without samples.' })
  readonly meanTrust!: number | null;

  @Field(() => Float, { nullable: true, description: 'Share of its samples that succeeded; null without samples.' })
  readonly successRate!: number | null;
}

@ObjectType({
  description:
    'Statistics that show whether trust predicts success. A sample is one use of knowledge; it consists of the trust that the knowledge had when it was given, and of the success of the use.',
})
export class Calibration {
  @Field(() => [CalibrationBin], {
    description: 'Bins of equal width that together cover [0,1], lowest first. Empty bins are included.',
  })
  readonly bins!: readonly CalibrationBin[];

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean of (trust − outcome)², with outcome 1 or 0. 0 is perfect; a constant trust of 0.5 gives 0.25. Null without samples.',
  })
  readonly brierScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean of |mean trust − success rate| over the bins, weighted by their samples. Null without samples.',
  })
  readonly expectedCalibrationError!: number | null;

  @Field(() => Int, { description: 'Number of samples in all bins.' })
  readonly samples!: number;
}
