//! PNG from pixels: drawn at four times the size and averaged to twice, because drawn lines have sharp edges.

/// Pixels drawn per pixel of the chart, in each direction.
pub(super) const SCALE: u32 = 4;
/// Drawn pixels per pixel of the file, in each direction.
const FACTOR: u32 = 2;

/// Encodes the picture of `width` times `height` pixels, three bytes each, averaged by [`FACTOR`] in each direction.
pub(super) fn png(pixels: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (small, low) = (width / FACTOR, height / FACTOR);
    let at = |x: u32, y: u32, colour: u32| u32::from(pixels[((y * width + x) * 3 + colour) as usize]);
    let mut averaged = Vec::with_capacity((small * low * 3) as usize);
    for (y, x, colour) in (0..low).flat_map(|y| (0..small).flat_map(move |x| (0..3).map(move |colour| (y, x, colour))))
    {
        let places = (0..FACTOR).flat_map(|down| (0..FACTOR).map(move |right| (right, down)));
        let sum: u32 = places
            .map(|(right, down)| at(x * FACTOR + right, y * FACTOR + down, colour))
            .sum();
        averaged.push((sum / (FACTOR * FACTOR)) as u8);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, small, low);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory takes a header");
    writer
        .write_image_data(&averaged)
        .expect("as many pixels as the header says");
    writer.finish().expect("memory takes an end");
    bytes
}
