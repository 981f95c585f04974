// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The record of a registered wallet in one word: identity in bits 0 to 159, country in bits 160 to 175, and in bit 176
/// whether the identity has other wallets.
library Investors {
    uint256 internal constant HAS_OTHER_WALLETS = 1 << 176;

    function pack(address identity, uint16 country) internal pure returns (uint256) {
        return uint256(uint160(identity)) | (uint256(country) << 160);
    }

    function identityOf(uint256 investor) internal pure returns (address) {
        return address(uint160(investor));
    }

    function countryOf(uint256 investor) internal pure returns (uint16) {
        return uint16(investor >> 160);
    }

    function hasOtherWallets(uint256 investor) internal pure returns (bool) {
        return investor & HAS_OTHER_WALLETS != 0;
    }
}
